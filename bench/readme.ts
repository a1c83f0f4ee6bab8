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
  return `# What it carries

Written by \`npm run bench\`, which measures anew and replaces this file. Its arguments:
\`npm run bench -- --rounds 5 --seconds 3 --open-seconds 3 --connections 64\`, \`--no-pgbench\`,
\`--print-only\`, and \`--only payments\`, \`settlements\`, \`deposits\`, \`identity\` or
\`webhooks\`, which prints too. \`--only overload\` offers three times the peak, and writes
what became of it to \`bench/overload.md\`. \`--only growth\`, with \`--rows 1000000\`,
measures what each request costs a business with so many payments in its past, beside the same
with none, and writes \`bench/growth.md\`; a million takes some minutes and 6 GB, ten millions an
hour and 55 GB.
\`--only soak\`, with \`--minutes 60 --per-second 180\`, does a little of everything for an hour and
looks at what the service takes of the machine meanwhile; it writes \`bench/soak.md\`.
\`--only slow-clients\` verifies payments beside a thousand connections that read, write or send
headers slowly, and writes \`bench/slow-clients.md\`. \`npm run bench:beside -- FOLDER\` measures
this checkout beside another one, in turn.
Compare ratios, not rates: both sides of a ratio ran on one machine, in the same minute.

${surroundings}

## Peak rates, beside the database alone

${peaks}

- **INSERT** and **SELECT** are what \`pgbench --protocol=prepared\` does: one prepared statement,
  one row and one commit each, on ${POSTGRES_CONNECTIONS} connections over the Unix socket, with
  no service in between. The
  INSERT fills a copy of the table \`transaction\` with all its columns, constraints and indexes;
  the SELECT reads a whole row by business, mode and reference, from the rows that verify reads.
  All but one number is written into the statement, and no description of the result is asked for,
  which makes them cheaper, and the ratios harder, than what an application would send.
- **by pgbench**, where it is installed: the same statements by PostgreSQL's own tool, in the same
  rounds, without a warm-up. A ratio below 1 says that ours is the faster, and so the harder one to
  be measured against.
- **initialize** and **verify** come over HTTP/1.1 with a secret key, each connection
  sending its next request when the last is answered. An initialize is for one of a
  thousand customers; with a **new customer** each, it writes two rows, against the one of INSERT.
  Rate limits are out of the way.
- **settlements** are payments that were asked for, shared among three and given an account number
  beforehand, and are paid now: the sandbox's bank notifies, signed, over HTTP/1.1, of a transfer to
  each. One is, committed before its answer: the claimed session id and the deposit, the payment
  with its fee, VAT, shares and history, five ledger entries and six balances, three items that
  wait for their settlement, the receipt that is due, the event. Chance is left out: the payments
  are of 50 businesses in turn. Their rows are made before the clock starts; jobs mail receipts
  meanwhile. With **webhook delivered** a settlement is over, and the next of its connection begins,
  when its webhook has come, of twice as many connections. With **no HTTP** the same function is
  called in a process that does nothing else, without a signature. **Batched** are payments that
  are found and settled by batches alone, of which no session and no deposit is kept: what the
  function that settles carries when many come at once.
- **settlement by hand** is what they are measured against: the same rows by one function of
  PL/pgSQL, one payment and one commit a call, sent as INSERT is, in tables that have the columns,
  constraints and indexes of the service's (\`bench/settle-by-hand.ts\`). It asks nobody's account
  number, reads no settings and writes neither history nor what became of the split.
- **settlement in pgledger** is only the money of it: five transfers in one call, no payment, no
  event, no items (see below what pgledger is). **TPC-B** is pgbench's, on 16 branches: seven
  statements, three balances of which one is read again, a row of history.
- **whole flows** are everything from the request of a payment to its webhook: initialize, with a
  split; the checkout's account number; the bank's notification; verify; the webhook, at the server
  of its business. So many are under way at once, each on a connection of its own, and one is over
  when the payment is verified and its webhook has come. One process plays all the others:
  customers, bank, businesses and their servers.
- **deposits** are notifications of the sandbox's bank over HTTP/1.1, each of another transfer and
  each signed (HMAC-SHA512) and checked. One is eight rows that are committed before its answer: the
  claimed session id, the deposit, a payment, three ledger entries, two events. They come by chance
  to 1,000 accounts of 50 businesses, or all to **one account**, whose four ledger accounts then are
  every deposit's.
- **pgledger transfer** is what a deposit is measured against: a transfer of
  [pgledger](https://github.com/pgr0ss/pgledger), a double-entry ledger of tables and functions
  inside PostgreSQL, on the same server, sent as INSERT is. One statement calls one function and is
  one commit: it locks two accounts in the order of their ids, moves and checks both balances, and
  inserts a transfer and two entries, three rows, among a thousand pairs of accounts or on
  **one pair**. It is not pgledger's own file but \`bench/pgledger.ts\`, which does the same step by
  step in words of its own: the same columns, types, indexes and foreign keys, a function in a
  function over an array, a statement for each account and each entry, ULIDs that are worked out in
  PL/pgSQL, amounts that are numeric, a view that is read at the end. It is a ledger only: no HTTP,
  no signature, no payment, no events.
- **lean transfer** is the harder comparison, for which nothing was asked: the same rows, locks and
  checks in fewer statements, with whole numbers, the server's own UUIDs, one function, and nothing
  read at the end (\`bench/lean-ledger.ts\`).
- **initiations** begin the verification of a BVN that was never asked for, with the sandbox's
  registry. Each is five rows and three commits before its answer: the number's place of the day,
  the verification and the hold of its fee; the message that would have been sent; then the
  verification's next state and the fee that is taken. All fees come from **one wallet**, or by
  chance from 1,000. With **no HTTP** the same function is called in a process that does nothing
  else: what the feature takes there stands in the column of the load generator. Rate limits are out
  of the way, the limit of each number is not.
- **debit, one wallet** is what either of these two was to exceed ten times: the least that a wallet
  needs, sent as INSERT is, one statement and one commit a request. It takes the fee from one row
  on condition that it is covered, and inserts an entry of five columns. It knows no holds, no
  second account, no limit of a number, no verification, no message and nobody who asks.
- **initiations, one a statement** do for one request at a time what those of the service do for
  many: the same two functions, \`identity_reserve\` and \`identity_record\`, each with arrays of
  one, four rows and two commits a request, with no registry and no message. Beside it stands what
  batching brings.
- **deliveries** are of a backlog that is durable before the clock starts, so that nobody is slowed
  by whoever inserts: events \`transaction.success\` of 1.3 KB for a hundred endpoints, each a host
  of its own, ten in flight at most for each; all are one receiver, which answers at once. One
  process takes them, signs them twice, sends them and records each attempt. The clock runs from
  the first arrival until all are recorded as delivered; that each arrived is counted. The process
  stands in the column of the service, the receiver in that of the load generator.
- **pg-boss** and **graphile-worker** are what they are measured against: job queues on the same
  PostgreSQL, each in one process, with jobs that sign the same bytes and send them to the same
  receiver by \`node:http\`. pg-boss fetches and completes 200 at once in each of three workers;
  graphile-worker runs 100 at once, fetches 500 and completes in batches, as its page on performance
  says. Neither vets an address, keeps attempts, or knows of endpoints and their limits. **By
  processor time**: for one delivery, of worker and database together.
- Service, database and load generator share the machine: what the generator takes is missing
  elsewhere.
- Before each sample the system writes out (\`sync\`) what was filled for it and written before it.
- Rounds are interleaved and their order is turned each time, so that noise hits all alike. The
  ratio is the median of the ratios of the rounds, the least and the greatest in brackets. Latencies
  are over all rounds.

## Latency at a fixed rate

${open}

Requests are due at fixed moments, whether or not earlier ones are answered, and their latency
counts from that moment: a stall is charged to everyone it keeps waiting (coordinated omission is
corrected). None is dropped. Of initialize, verify and settlements a p99 of 20 ms was asked for at
half of the peak.
Deliveries count from the answer to COMMIT to the arrival; events are made durable in the process
that delivers them, as in the service.
${
  costs === null
    ? ''
    : `
## Where the processor goes

${costs}

Medians over the rounds, warm-up included; the service includes its jobs. What is missing
between \`cores\` (those that the three kept busy) and the cores of the machine went to others,
or something waited for something.
`
}
## What was acknowledged is there

${kept}
`
}
