import { whole } from './report.ts'
import { BUSINESSES, FILLED } from './soak.ts'

// bench/soak.md: how to read the numbers, with the numbers of the last run.

export function soakReadme(surroundings: string, text: string): string {
  return `# What an hour leaves behind

Written by \`npm run bench -- --only soak --minutes 60 --per-second 180\`, which measures anew and
replaces this file; \`--print-only\` leaves it as it is. Under ten minutes it only tries itself out,
and writes nothing.

${surroundings}

## What it takes

${text}

- **Everything runs at once**, each kind due at fixed moments whether or not the last was answered:
  payments by transfer from their request to the webhook (with the page, the account number, a look
  at the status, the bank's notification and verify), by card, of a wrong amount (which goes back);
  payments of new customers that nobody pays, verify, deposits to dedicated accounts, some told of
  twice, new dedicated accounts, verifications of identity, name enquiries, lists and pages,
  refunds. One in eighteen requests is wrong and is answered so, one in forty-five connections is
  cut in the middle: of a head, a body, an answer, a stream of events.
- **Servers of the businesses**: each of ${whole(BUSINESSES)} has an address of its own. In forty,
  one answers 500, one never, one cuts the connection, one sends without end, and two take an
  event only when it is sent again. A fifth of everything is of one business.
- **Before the clock starts** what is remembered in memory is filled, by ${whole(FILLED)} payments
  of as many customers, as many enquiries for accounts of ours and looks at twice as many payments,
  so that it is beyond its bounds: 50,000 customers and as many accounts, 100,000 limits, 10,000
  names, keys and settings. (For ten minutes, and no longer; how far it came stands above.)
- **Heap** and **external** are \`process.memoryUsage()\`, written down each second by the service
  itself without any collection being asked for; resident memory, open files and the database's
  processes are read in /proc every ten seconds. The database's **own memory** is what its processes
  do not share (\`Pss_Anon\`), with the eleven connections that look on. What is **due** is what the
  service counts for its operators. **Oldest undelivered** is of servers that answer.
- **All others** that used the cores are the load generator, and whatever else ran on the machine.
- The size of the database grows with what is kept: that is not memory, and has no bound but its
  owner's.
`
}
