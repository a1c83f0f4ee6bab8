import { once } from 'node:events'
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { endShared } from '../../test/shared.ts'
import type { Order, Report } from './messages.ts'

// A test process. Runs one file, or one file after the other as the command sends them, each as a
// suite named by its path, so that they share imports and compiled code.

const tell = (report: Report) => void process.send!(report)
const only = process.argv[2]

if (only !== undefined) {
  process.env['COWRIE_TEST_FILE'] = only
  await import(resolve(only))
  // After what the file does at its end.
  after(endShared)
  process.channel!.unref()
} else {
  for (let file = await nextFile(); file !== null; file = await nextFile()) {
    process.env['COWRIE_TEST_FILE'] = file
    const path = resolve(file)
    await describe(file, () => import(path))
  }
  await endShared()
  process.disconnect!()
}

async function nextFile(): Promise<string | null> {
  const answered = once(process, 'message')
  tell({ kind: 'ready' })
  const [{ file }] = (await answered) as [Order]
  return file
}
