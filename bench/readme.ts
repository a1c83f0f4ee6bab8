import { POSTGRES_CONNECTIONS } from './measure.ts'

// bench/README.md: how to read the numbers, with the numbers of the last run.

export type Tables = {
  surroundings: string
  peaks: string
  open: string
  costs: string | null
  kept: string
}

export function readme({ surroundings, peaks, open, costs, kept }: Tables): string {
  return `# Benchmarks

\`npm run bench\` measures and replaces this file. Compare ratios, not rates: both sides of a ratio
ran on one machine, in the same minute.

- These are the arguments, with their defaults:
  \`npm run bench -- --rounds 5 --seconds 3 --open-seconds 3 --connections 64\`. \`--no-pgbench\`
  leaves out pgbench. \`--print-only\` prints without writing. So does \`--only payments\`,
  \`settlements\`, \`deposits\`, \`identity\` or \`webhooks\`, which measures that alone.
- \`--only overload\` offers three times the peak, and writes \`bench/overload.md\`.
- \`--only growth --rows 1000000\` measures what each request costs a business with that many past
  payments, compared with a few, and writes \`bench/growth.md\`. A million takes some minutes and 6
  GB, ten million an hour and 55 GB.
- \`--only soak --minutes 60 --per-second 180\` runs a mixed load for an hour, records what the
  service takes of the machine, and writes \`bench/soak.md\`.
- \`--only slow-clients\` verifies payments beside a thousand connections that read, write or send
  headers slowly, and writes \`bench/slow-clients.md\`.
- \`node scripts/run.mjs bench/verification.ts --before FOLDER\` measures what verifying the books
  costs, and writes \`bench/verification.md\`.
- \`node scripts/run.mjs bench/search.ts\` measures the search of the dashboard over a million
  payments, and writes \`bench/search.md\`.
- \`node scripts/run.mjs bench/peers.ts\` measures ledger and webhooks beside public peers, and
  writes \`bench/peers.md\`.
- \`npm run bench:beside -- FOLDER\` measures this checkout and another one, in turn.

The last run:

${surroundings}

## Peak rates, beside the database alone

${peaks}

A *ratio* is the median of the rounds' ratios, with the least and the greatest in brackets. *Asked*
is the target. Latencies are over all rounds. Rounds are interleaved, each in the reverse order of
the one before, so that noise affects all rows alike.
Before each sample, the system flushes (\`sync\`) what was written before it.
Service, database and load generator share the machine, so the generator takes processor from the
others.

- **INSERT** and **SELECT** do what \`pgbench --protocol=prepared\` does: one prepared statement,
  one row and one commit each, on ${POSTGRES_CONNECTIONS} connections over the Unix socket, without
  the service. INSERT fills a copy of the table \`transaction\` with all its columns, constraints
  and indexes. SELECT reads a whole row by business, mode and reference, from the rows that verify
  reads. All values but one number are written into the statement, and no description of the result
  is requested. So they are cheaper than what an application sends, and the ratios harder.
- **by pgbench**: the same statements by PostgreSQL's own tool, if installed, in the same rounds,
  without a warm-up. A ratio below 1 means that ours is the faster, and so the harder baseline.
- **initialize** and **verify** are HTTP/1.1 requests with a secret key. Each connection sends its
  next request when the last is answered. An initialize is for one of a thousand customers. With a
  **new customer**, it writes two rows, against one of INSERT. Rate limits do not apply.
- **settlements** pay payments that were initialized, split three ways and given an account number
  before the clock starts. The sandbox's bank sends a signed notification of a transfer to each,
  over HTTP/1.1. Each commits before its response: the claimed session id and the deposit; the
  payment with its fee, VAT, shares and history; five ledger entries and six balances; three items
  that wait for their settlement; the receipt that is due; the event. The payments are of 50
  businesses in turn, not at random. Jobs send receipts meanwhile.
  - With **webhook delivered**, a settlement ends when its webhook has arrived. Only then the next
    one of its connection begins. There are twice as many connections.
  - With **no HTTP**, a process that does nothing else calls the same function, without a signature.
  - **Batched** payments are found and settled by batches alone, and store no session and no
    deposit: what the settling function can do when many come at once.
- **settlement by hand** is their baseline: one PL/pgSQL function writes the same rows, one payment
  and one commit per call, sent as INSERT is, in tables that have the columns, constraints and
  indexes of the service's (\`bench/settle-by-hand.ts\`). It looks up no account number, reads no
  settings, and writes neither history nor the outcome of the split.
- **settlement in pgledger** is only the money: five transfers in one call, no payment, no event, no
  items (pgledger: below). **TPC-B** is pgbench's, on 16 branches: seven statements, three balances
  of which one is read again, a row of history.
- **whole flows** run from the request of a payment to its webhook: initialize, with a split; the
  checkout's account number; the bank's notification; verify; the webhook, at the server of its
  business. That many run at once, each on its own connection. A flow ends when the payment is
  verified and its webhook has arrived. One process plays customers, bank, businesses and their
  servers.
- **deposits** are notifications of the sandbox's bank over HTTP/1.1, each of another transfer, and
  each signed (HMAC-SHA512) and checked. Each commits eight rows before its response: the claimed
  session id, the deposit, a payment, three ledger entries, two events. They go at random to 1,000
  accounts of 50 businesses, or all to **one account**: every deposit then changes the same four
  ledger accounts.
- **pgledger transfer** is the baseline of deposits: a transfer of
  [pgledger](https://github.com/pgr0ss/pgledger), a double-entry ledger of tables and functions
  inside PostgreSQL, on the same server, sent as INSERT is. One statement calls one function and is
  one commit. It locks two accounts in the order of their ids, moves and checks both balances, and
  inserts a transfer and two entries: three rows. The accounts are among a thousand pairs, or **one
  pair**. The code is \`bench/pgledger.ts\`, not pgledger's own. It does the same, step by step: the
  same columns, types, indexes and foreign keys, a function in a function over an array, a statement
  for each account and each entry, ULIDs computed in PL/pgSQL, numeric amounts, a view that is read
  at the end. It is a ledger only: no HTTP, no signature, no payment, no events.
- **lean transfer** is a harder baseline, without a target: the same rows, locks and checks in fewer
  statements, with whole numbers, the server's own UUIDs, one function, and nothing read at the end
  (\`bench/lean-ledger.ts\`).
- **initiations** begin the verification of a new BVN with the sandbox's registry. Each commits five
  rows in three commits before its response: the number's slot for the day, the verification and the
  hold of its fee; the message that would have been sent; then the verification's next state and the
  posted fee. All fees come from **one wallet**, or at random from 1,000. With **no HTTP**, a
  process that does nothing else calls the same function: the feature then counts in the column of
  the load generator. Rate limits do not apply, but the limit of each number does.
- **debit, one wallet** is the baseline that those of one wallet should exceed ten times: the least
  that a wallet needs, sent as INSERT is, one statement and one commit per request. It takes the fee
  from one row if it is covered, and inserts an entry of five columns. It has no holds, no second
  account, no limit of a number, no verification, no message and no caller.
- **initiations, one a statement** do for one request at a time what the service does for many: the
  same two functions, \`identity_reserve\` and \`identity_record\`, each with arrays of one, four
  rows and two commits per request, without registry and message. The ratio to it is the gain of
  batching.
- **deliveries** send a backlog that is durable before the clock starts, so that no insert slows
  them: events \`transaction.success\` of 1.3 KB for a hundred endpoints, each a host of its own, at
  most ten in flight for each. All are one receiver, which responds immediately. One process claims
  them, signs them twice, sends them and records each attempt. The clock runs from the first arrival
  until all are recorded as delivered; arrivals are counted. The process is in the column of the
  service, the receiver in that of the load generator.
- **pg-boss** and **graphile-worker** are their baselines: job queues on the same PostgreSQL, each
  in one process, with jobs that sign the same bytes and send them to the same receiver by
  \`node:http\`. pg-boss fetches and completes 200 at once in each of three workers. graphile-worker
  runs 100 at once, fetches 500 and completes in batches, as its page on performance says. Neither
  vets an address, keeps attempts, or knows endpoints and their limits. **By processor time** is for
  one delivery, worker and database together.

## Latency at a fixed rate

${open}

Requests are due at fixed moments, whether or not earlier ones are answered. Their latency counts
from that moment, so a stall is charged to every request that it delays (coordinated omission is
corrected). No request is dropped. The target of initialize, verify and settlements is a p99 of 20
ms at half of the peak. Deliveries count from the response to COMMIT to the arrival; the process
that delivers events also writes them, as in the service.
${
  costs === null
    ? ''
    : `
## Where the processor goes

${costs}

Medians over the rounds, warm-up included; the service includes its jobs. \`cores\` are those that
the three kept busy. The machine's other cores went to others, or something waited for something.
`
}
## Acknowledged writes

${kept}
`
}
