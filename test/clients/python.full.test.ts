import { testLanguage } from './run.ts'

testLanguage({
  name: 'Python',
  inWasm: 'python-in-wasm.mjs',
  testsAtLeast: 28,
  native: {
    command: 'python3',
    check: ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'],
    tests: ['clients/python/tests/report.py'],
  },
})
