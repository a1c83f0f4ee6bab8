// Times at which the day, month or year in Lagos and UTC differ, or begin. For tests of queries by
// date.

export const MOMENTS: Record<string, Date> = Object.fromEntries(
  [
    '2026-11-27T23:30:00.001Z',
    '2026-11-28T22:59:59.999Z',
    '2026-11-28T23:00:00.000Z',
    '2026-11-28T23:59:59.999Z',
    '2026-11-29T00:00:00.000Z',
    '2026-11-30T23:30:00.000Z',
    '2026-12-01T00:30:00.000Z',
    '2026-12-31T23:30:00.000Z',
    '2027-01-01T00:30:00.000Z',
    '2028-02-28T23:30:00.000Z',
    '2028-02-29T23:30:00.000Z',
    '2028-03-01T12:00:00.000Z',
  ].map((text) => [text, new Date(text)]),
)
