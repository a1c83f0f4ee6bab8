import dgram from 'node:dgram'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { atEnd } from './shared.ts'

// A DNS server on loopback, over UDP, with the answers a test gives it. Its TTL of 0 forbids
// caching.

export type Kind = 'A' | 'AAAA'
/** The addresses of a name, and the aliases that lead to them. */
export type Told = { addresses: string[]; aliases?: string[] } | 'no such name' | 'silence'
/** Answers the nth question for this name and kind, from 1. */
export type Tell = (name: string, kind: Kind, n: number) => Told

export type NameServer = { address: string; asked: (name: string, kind: Kind) => number }

const TYPES: Record<number, Kind> = { 1: 'A', 28: 'AAAA' }
const CNAME = 5
const HEADER_BYTES = 12

export async function givenNameServer(tell: Tell): Promise<NameServer> {
  const counts = new Map<string, number>()
  const socket = dgram.createSocket('udp4')
  atEnd(() => socket.close())
  socket.on('message', (query, from) => {
    const { name, kind, question } = readQuestion(query)
    const n = (counts.get(`${name} ${kind}`) ?? 0) + 1
    counts.set(`${name} ${kind}`, n)
    const told = tell(name, kind, n)
    if (told === 'silence') return
    socket.send(writeAnswer(query, question, name, kind, told), from.port, from.address)
  })
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: (name, kind) => counts.get(`${name} ${kind}`) ?? 0,
  }
}

function readQuestion(query: Buffer): { name: string; kind: Kind; question: Buffer } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const kind = TYPES[query.readUInt16BE(at + 1)]!
  // A resolver may mix case in a name, to recognise the answer to its own question.
  return {
    name: labels.join('.').toLowerCase(),
    kind,
    question: query.subarray(HEADER_BYTES, at + 5),
  }
}

function writeAnswer(
  query: Buffer,
  question: Buffer,
  name: string,
  kind: Kind,
  told: Exclude<Told, 'silence'>,
): Buffer {
  const { addresses, aliases = [] } = told === 'no such name' ? { addresses: [] } : told
  const names = [name, ...aliases]
  const records = [
    ...aliases.map((alias, i) => record(names[i]!, CNAME, writeName(alias))),
    ...addresses
      .filter((address) => isIPv4(address) === (kind === 'A'))
      .map((address) => record(names.at(-1)!, kind === 'A' ? 1 : 28, bytesOf(address))),
  ]
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(told === 'no such name' ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, question, ...records])
}

function record(name: string, type: number, value: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(value.length, 8)
  return Buffer.concat([writeName(name), fixed, value])
}

function writeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(label, 'latin1'))
  const parts = labels.flatMap((label) => [Buffer.from([label.length]), label])
  return Buffer.concat([...parts, Buffer.from([0])])
}

function bytesOf(address: string): Buffer {
  return Buffer.from(ipaddr.parse(address).toByteArray())
}
