import ipaddr from 'ipaddr.js'

// What a limit by address counts. A home or a server is given at least a /64 of IPv6 and may send
// from any of its 2^64 addresses, so one address is nobody in particular.

/** The key of every limit by address: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const first = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${first.join(':')}::/64`
}

/** Whether a host name or address, as it stands in an address or a setting, is this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  if (/(^|\.)localhost\.?$/.test(name)) return true
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback'
}
