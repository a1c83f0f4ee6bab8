import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// `npm run format`: formats files, and applies Biome's safe fixes.

const biome = join(import.meta.dirname, '../node_modules/.bin/biome')
const { status } = spawnSync(biome, ['check', '--write'], { stdio: 'inherit' })
process.exit(status ?? 1)
