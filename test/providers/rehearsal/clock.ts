// Loaded before the service (`node --import`). Moves the global clock as the rehearsal says, so
// that the service itself needs no change.

let aheadMs = 0

process.on('message', (message: { aheadMs?: number }) => {
  if (typeof message.aheadMs === 'number') aheadMs = message.aheadMs
})

globalThis.Date = new Proxy(Date, {
  construct: (real, given) =>
    Reflect.construct(real, given.length === 0 ? [real.now() + aheadMs] : given),
  get: (real, name) => (name === 'now' ? () => real.now() + aheadMs : Reflect.get(real, name)),
})
