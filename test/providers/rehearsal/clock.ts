// Loaded before the service (`node --import`): its clock runs ahead by what the rehearsal says. It
// is the service as it is, so the global clock is what can be moved.

let aheadMs = 0

process.on('message', (message: { aheadMs?: number }) => {
  if (typeof message.aheadMs === 'number') aheadMs = message.aheadMs
})

globalThis.Date = new Proxy(Date, {
  construct: (real, given) =>
    Reflect.construct(real, given.length === 0 ? [real.now() + aheadMs] : given),
  get: (real, name) => (name === 'now' ? () => real.now() + aheadMs : Reflect.get(real, name)),
})
