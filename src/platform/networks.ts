import ipaddr from 'ipaddr.js'

// Networks in CIDR notation: 203.0.113.0/24, 2001:db8::/32, or a single address.

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

const CIDR = /^([0-9a-fA-F:.]{2,45})(?:\/([0-9]{1,3}))?$/

/** In stored form: the first address and the length. Null for other texts. */
export function readNetwork(text: string): string | null {
  const [, address = '', length] = CIDR.exec(text) ?? []
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address)
  if (!isV4 && !(address.includes(':') && ipaddr.IPv6.isValid(address))) return null
  const ip = ipaddr.parse(address)
  // Clients with a mapped address appear as its IPv4 address.
  if (ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress()) return null
  const bits = isV4 ? 32 : 128
  const prefix = length === undefined ? bits : Number(length)
  if (prefix > bits) return null
  const family = isV4 ? ipaddr.IPv4 : ipaddr.IPv6
  const first = family.networkAddressFromCIDR(`${address}/${prefix}`)
  return `${first.toString()}/${prefix}`
}

/** `texts`: from `readNetwork`. */
export function networksOf(texts: string[]): Network[] {
  return texts.map((text) => ipaddr.parseCIDR(text))
}

export function isWithin(networks: Network[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  return networks.some(([first, prefix]) => ip.kind() === first.kind() && ip.match(first, prefix))
}

// Limits per address count networks: an IPv6 customer has at least a /64, and may use any of its
// 2^64 addresses.

/** The key of limits per address: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const first = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${first.join(':')}::/64`
}

/** Whether the address is in a network that is not routed on the internet. */
export function isPrivate(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ['private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(address).range())
}

/** Whether a host name or address is this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  if (/(^|\.)localhost\.?$/.test(name)) return true
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback'
}
