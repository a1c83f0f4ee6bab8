import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formFields } from './form-fields.ts'
import { Refusal } from './refusal.ts'

const read = (text: string) => JSON.parse(JSON.stringify(formFields(text, 100)))

test('a form says lists and objects as PHP and jQuery write them', () => {
  const custom = 'metadata[custom_fields]'
  const text = [
    `${custom}[1][value]=Indigo&${custom}[0][display_name]=Order&${custom}[0][value]=417`,
    'channels[]=card&channels[]=bank_transfer&plain=1&plain=2&sparse[3]=x&metadata[cart]=9',
  ].join('&')

  assert.deepEqual(read(text), {
    metadata: {
      custom_fields: [{ display_name: 'Order', value: '417' }, { value: 'Indigo' }],
      cart: '9',
    },
    channels: ['card', 'bank_transfer'],
    plain: ['1', '2'],
    sparse: { 3: 'x' },
  })
})

test('a field of a form that cannot be read is refused by its name, and never dropped', () => {
  const cases: [string, string, string][] = [
    ['m[a][b][c][d][e][f]=1', 'm', 'too_deep'],
    ['m[a=1', 'm[a', 'invalid_format'],
    ['m[a]=1&m[a]=2', 'm[a]', 'repeated'],
    ['m=1&m[a]=2', 'm[a]', 'repeated'],
    ['m[a]=1&m=2', 'm', 'repeated'],
    ['m[__proto__]=1', 'm[__proto__]', 'invalid_format'],
    ['m[a]=%00', 'm[a]', 'invalid_format'],
  ]
  for (const [text, field, code] of cases) {
    assert.throws(
      () => formFields(text, 100),
      (error) =>
        error instanceof Refusal &&
        error.errors[0]?.field === field &&
        error.errors[0].code === code,
      text,
    )
  }
  assert.deepEqual(read('m[a][b][c][d][e]=1'), { m: { a: { b: { c: { d: { e: '1' } } } } } })
})
