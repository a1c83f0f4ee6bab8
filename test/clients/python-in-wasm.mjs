import { join } from 'node:path'
import { loadPyodide } from 'pyodide'

// Runs the tests of clients/python on CPython compiled to WebAssembly, in a process of its own:
// urllib is the real one, over sockets of Node.

const root = join(import.meta.dirname, '../..')
const python = await loadPyodide({
  env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  stdout: (line) => process.stdout.write(`${line}\n`),
  stderr: (line) => process.stderr.write(`${line}\n`),
})
await python.useNodeSockFS()
for (const folder of ['clients/python', 'docs', 'examples']) {
  python.FS.mkdirTree(`/cowrie/${folder}`)
  python.mountNodeFS(`/cowrie/${folder}`, join(root, folder))
}
await python.runPythonAsync(
  'import runpy; runpy.run_path("/cowrie/clients/python/tests/report.py", run_name="__main__")',
)
process.exit(0)
