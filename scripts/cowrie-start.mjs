#!/usr/bin/env node
// The command of the npm package: `cowrie start` runs the service. Plain JavaScript, because an
// older Node must be able to say that it is too old. Everything else is the developer's commands.

const NODE_MAJOR_MIN = 24

const [command, ...rest] = process.argv.slice(2)
if (command !== 'start') {
  await import('./cli/cowrie.mjs')
} else if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
  process.stderr.write(
    `Cowrie needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}.\n`,
  )
  process.exitCode = 1
} else {
  process.argv.splice(2, process.argv.length, ...rest)
  await import('./dist/main.js')
}
