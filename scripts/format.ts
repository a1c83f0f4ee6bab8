import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// `npm run format`: brings files into form, and mends what Biome can mend safely.

const biome = join(import.meta.dirname, '../node_modules/.bin/biome')
const { status } = spawnSync(biome, ['check', '--write'], { stdio: 'inherit' })
process.exit(status ?? 1)
