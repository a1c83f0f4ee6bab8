// What a load needs, by arithmetic from what was measured. `npm run capacity` prints it, and the
// table of docs/operating/capacity.md is compared with it by a test.

/** Of one payment: seconds, bytes. Sources in docs/operating/capacity.md. */
const PAYMENT = {
  processor: 2 / 704,
  databaseShare: 0.5,
  bytes: 5_000,
  keptBytes: 3_300,
  entryBytes: 940,
  walBytes: 20_000,
  webhookBytes: 2_000,
}
const EVENT_DAYS = 30
const YEAR_DAYS = 365
const DAYS_A_MONTH = YEAR_DAYS / 12
const DAY_SECONDS = 86_400
/** Half of what is possible is left free. */
const HEADROOM = 2
const SMALLEST_MACHINE = 2
const CONNECTIONS_A_PROCESS = 15
/** For jobs of operators, backups, replication and a person with psql. */
const CONNECTIONS_BESIDE = 20
/** Payments in the busiest second of one primary: assumed for 16 cores. */
const CELL_MAX = 3_500

export type Load = {
  /** Payments a second, on average over a day. */
  perSecond: number
  /** The busiest second, as a multiple of that. */
  peak: number
  /** Months of payments whose entries stay in the database; null: all of a year. */
  months: number | null
  /** Databases with the same data: a primary and its standbys. */
  copies: number
}

/** Of all cells together. */
export type Capacity = {
  aDay: number
  busiest: number
  cells: number
  databaseCores: number
  serviceCores: number
  /** One for each core of the services. */
  processes: number
  /** `max_connections` of each cell. */
  connections: number
  /** All copies together, after a year. */
  diskBytes: number
  /** What leaves for the archive in a year, before compression; 0 if nothing does. */
  leavesBytes: number
  /** A second, in the busiest one. */
  walBytes: number
  webhookBytes: number
}

export function capacityOf({ perSecond, peak, months, copies }: Load): Capacity {
  const busiest = perSecond * peak
  const cores = busiest * PAYMENT.processor * HEADROOM
  const cells = Math.max(1, Math.ceil(busiest / CELL_MAX))
  const databaseCores = Math.max(1, Math.ceil(cores * PAYMENT.databaseShare))
  const serviceCores = Math.max(1, Math.ceil(cores * (1 - PAYMENT.databaseShare)))
  const aDay = perSecond * DAY_SECONDS
  const entryDays = Math.min(12, months ?? 12) * DAYS_A_MONTH
  const eventBytes = PAYMENT.bytes - PAYMENT.keptBytes
  const restBytes = PAYMENT.keptBytes - PAYMENT.entryBytes
  const inOne =
    aDay * (YEAR_DAYS * restBytes + entryDays * PAYMENT.entryBytes + EVENT_DAYS * eventBytes)
  return {
    aDay,
    busiest,
    cells,
    databaseCores,
    serviceCores,
    processes: serviceCores,
    connections: Math.ceil(serviceCores / cells) * CONNECTIONS_A_PROCESS + CONNECTIONS_BESIDE,
    diskBytes: inOne * copies,
    leavesBytes: months === null ? 0 : aDay * YEAR_DAYS * PAYMENT.entryBytes,
    walBytes: busiest * PAYMENT.walBytes,
    webhookBytes: busiest * PAYMENT.webhookBytes,
  }
}

/** Cores of the smallest machine that holds service and database. */
export function coresOf({ databaseCores, serviceCores }: Capacity): number {
  return Math.max(SMALLEST_MACHINE, databaseCores + serviceCores)
}
