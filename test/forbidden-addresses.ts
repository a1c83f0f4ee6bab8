// The addresses to which nothing may be sent, as numbers, and every known way to write one. Shares
// no code with the code under test.

type Range = [first: string, last: string]

export const DENIED_IPV4: Range[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
]

/** Prefix and its length in bits. Overlapping ranges are listed separately on purpose. */
export const DENIED_IPV6: [prefix: string, bits: number][] = [
  ['0000:0000:0000:0000:0000:0000:0000:0000', 8],
  ['0000:0000:0000:0000:0000:ffff:0000:0000', 96],
  ['0000:0000:0000:0000:ffff:0000:0000:0000', 96],
  ['0064:ff9b:0000:0000:0000:0000:0000:0000', 96],
  ['0064:ff9b:0001:0000:0000:0000:0000:0000', 48],
  ['0100:0000:0000:0000:0000:0000:0000:0000', 64],
  ['0000:0000:0000:0000:0000:0000:0000:0000', 3],
  ['2001:0000:0000:0000:0000:0000:0000:0000', 23],
  ['2001:0db8:0000:0000:0000:0000:0000:0000', 32],
  ['2002:0000:0000:0000:0000:0000:0000:0000', 16],
  ['3fff:0000:0000:0000:0000:0000:0000:0000', 20],
  ['4000:0000:0000:0000:0000:0000:0000:0000', 2],
  ['5f00:0000:0000:0000:0000:0000:0000:0000', 16],
  ['8000:0000:0000:0000:0000:0000:0000:0000', 1],
  ['fc00:0000:0000:0000:0000:0000:0000:0000', 7],
  ['fe80:0000:0000:0000:0000:0000:0000:0000', 10],
  ['fec0:0000:0000:0000:0000:0000:0000:0000', 10],
  ['ff00:0000:0000:0000:0000:0000:0000:0000', 8],
]

/** Names that resolve to internal services in clouds, containers and on the machine itself. */
export const INNER_NAMES = [
  ...['metadata.google.internal', 'metadata', 'instance-data', 'instance-data.ec2.internal'],
  ...['metadata.azure.internal', 'metadata.tencentyun.com', 'metadata.packet.net', 'rancher'],
  ...['kubernetes', 'kubernetes.default.svc.cluster.local', 'host.docker.internal'],
  ...['gateway.docker.internal', 'postgres', 'db', 'ip6-localhost', 'localhost.localdomain'],
  ...['loopback', 'broadcasthost', '127.0.0.1.nip.example', 'printer.local', 'router.home.arpa'],
]
export const LOCALHOST_NAMES = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'LocalHost.', 'a.localhost', 'a.b.localhost.'],
  ...['ｌｏｃａｌｈｏｓｔ', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'local%68ost', 'local\u00adhost', 'a。localhost'],
]

export function isDeniedIpv4(number: number): boolean {
  return DENIED_IPV4.some(([first, last]) => numberOf(first) <= number && number <= numberOf(last))
}

export function isDeniedIpv6(number: bigint): boolean {
  const interfaceId = (number >> 32n) & 0xffff_ffffn
  if (interfaceId === 0x0000_5efen || interfaceId === 0x0200_5efen) return true
  return DENIED_IPV6.some(([prefix, bits]) => {
    const shift = BigInt(128 - bits)
    return number >> shift === bigOf(prefix) >> shift
  })
}

/** The first and last address of each range, and the ones just below and above. */
export function edgesOfIpv4(): number[] {
  const edges = DENIED_IPV4.flatMap(([first, last]) => {
    return [numberOf(first) - 1, numberOf(first), numberOf(last), numberOf(last) + 1]
  })
  return [...new Set(edges)].filter((edge) => edge >= 0 && edge < 2 ** 32)
}

export function edgesOfIpv6(): bigint[] {
  const edges = DENIED_IPV6.flatMap(([prefix, bits]) => {
    const first = bigOf(prefix)
    const last = first + (1n << BigInt(128 - bits)) - 1n
    return [first - 1n, first, last, last + 1n]
  })
  return [...new Set(edges)].filter((edge) => edge >= 0n && edge < 1n << 128n)
}

export function dotted(number: number): string {
  return bytesOf(number).join('.')
}

/** Ways to write an IPv4 address as a host. A URL parser treats all of them as the same address. */
export function spellingsOfIpv4(number: number): string[] {
  const [a, b, c, d] = bytesOf(number) as [number, number, number, number]
  const octal = (byte: number) => `0${byte.toString(8)}`
  const hex = (byte: number) => `0x${byte.toString(16)}`
  const plain = dotted(number)
  return [
    plain,
    `${plain}.`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${number % 2 ** 24}`,
    `${number}`,
    `0x${number.toString(16)}`,
    `0X${number.toString(16).toUpperCase()}`,
    `0x0000000${number.toString(16)}`,
    `0${number.toString(8)}`,
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map((byte) => `000000${octal(byte)}`).join('.'),
    [a, b, c, d].map(hex).join('.'),
    `${hex(a)}.${b}.${octal(c * 256 + d)}`,
    `${octal(a)}.${hex(number % 2 ** 24)}.`,
    plain.replaceAll(/\d/g, circled),
    plain.replaceAll(/\d/g, fullWidth),
    plain.replaceAll('.', '。'),
    plain.replaceAll('.', '．').replaceAll(/\d/g, fullWidth),
    plain.replaceAll(/./g, percentEncoded),
    plain.replace('.', '%2e'),
    plain.replace('.', '\u00ad.'),
  ]
}

/** Ways to embed an IPv4 address in an IPv6 address. */
export function wrappingsOfIpv4(number: number): string[] {
  const plain = dotted(number)
  const pair = (value: number) => `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`
  const hex = pair(number)
  return [
    `::ffff:${plain}`,
    `::FFFF:${plain}`,
    `::ffff:${hex}`,
    `0:0:0:0:0:ffff:${hex}`,
    `0000:0000:0000:0000:0000:FFFF:${hex.toUpperCase()}`,
    `::${plain}`,
    `::${hex}`,
    `::ffff:0:${plain}`,
    `64:ff9b::${plain}`,
    `64:FF9B::${hex}`,
    `64:ff9b:1::${plain}`,
    `2002:${hex}::1`,
    `2001:0:${hex}::1`,
    `2001:0:4136:e378:8000:63bf:${pair(~number >>> 0)}`,
    `fe80::5efe:${plain}`,
    `2600::5efe:${plain}`,
    `2600::200:5efe:${hex}`,
    `2600:1:2:3:0200:5EFE:${plain}`,
  ]
}

export function spellingsOfIpv6(number: bigint): string[] {
  const hex = number.toString(16).padStart(32, '0')
  const groups = hex.match(/.{4}/g)!
  const short = groups.map((group) => group.replace(/^0{1,3}/, ''))
  const tail = dotted(Number(number & 0xffff_ffffn))
  const compressed = short.join(':').replace(/(^|:)0(:0)+(:|$)/, '::')
  return [
    groups.join(':'),
    groups.join(':').toUpperCase(),
    short.join(':'),
    `${short.slice(0, 6).join(':')}:${tail}`,
    compressed,
    compressed.toUpperCase(),
  ]
}

/** URLs that make people, or a filter, mistake the host. */
export function disguises(host: string, port: string): string[] {
  const at = `${host}${port}`
  return [
    `http://evil@${at}/`,
    `http://good.example@${at}/`,
    `http://good.example:80@${at}/`,
    `http://good.example%2f@${at}/`,
    `http://${at}#@good.example/`,
    `http://${at}?@good.example/`,
    `http://${at}/@good.example`,
    `http://${at}\\@good.example/`,
    `http:\\\\${at}\\`,
    `http:${at}/`,
    `http:/${at}/`,
    `http:////${at}/`,
    `HTTP://${at}/`,
    `  http://${at}/`,
    `ht\ntp://\t${at}/`,
  ]
}

function bytesOf(number: number): number[] {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff)
}

function numberOf(address: string): number {
  return address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0)
}

function bigOf(groups: string): bigint {
  return BigInt(`0x${groups.replaceAll(':', '')}`)
}

function circled(digit: string): string {
  return digit === '0' ? '⓪' : String.fromCodePoint(0x2460 + Number(digit) - 1)
}

function fullWidth(digit: string): string {
  return String.fromCodePoint(0xff10 + Number(digit))
}

function percentEncoded(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`
}
