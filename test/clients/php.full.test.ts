import { testLanguage } from './run.ts'

const isEnough =
  'PHP_VERSION_ID >= 80100 && extension_loaded("curl") && extension_loaded("pdo_sqlite")'

testLanguage({
  name: 'PHP',
  inWasm: 'php-in-wasm.mjs',
  testsAtLeast: 30,
  native: {
    command: 'php',
    check: ['-r', `exit(${isEnough} ? 0 : 1);`],
    tests: ['clients/php/tests/report.php'],
  },
})
