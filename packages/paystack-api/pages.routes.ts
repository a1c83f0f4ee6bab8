import type { Scope } from '../../src/core/context.ts'
import { always } from '../../src/core/etags.ts'
import { shownMetadata } from '../../src/core/metadata.ts'
import {
  changeLink,
  createLink,
  fieldsOf,
  findBySlug,
  linkId,
  linkNamed,
  listLinks,
  type PaymentLink,
} from '../../src/payments/links/links.ts'
import {
  LinkBody,
  LinkChangeBody,
  termsOf,
  together,
  UNSAID,
} from '../../src/payments/links/terms.routes.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Page } from '../../src/platform/paging.ts'
import { Asked, checked, metadataOf, wrong } from './asked.ts'
import { type Call, call, list } from './call.routes.ts'
import { byNumber, integrationOf, numberOf } from './numbers.ts'
import { refusedWith } from './refused.ts'

// Paystack's payment pages are our payment links.

const NOT_OFFERED = ['plan', 'success_message', 'notification_email', 'collect_phone']

export const pageCalls = [
  call('POST /page', 'POST /payment-links', async ({ context, scope, body, effectId }) => {
    const { sent, raw } = sentIn(body)
    const {
      name,
      slug = null,
      ...terms
    } = checked(LinkBody, {
      ...sent,
      ...body.texts('slug'),
      name: body.needed('name'),
    })
    const input = { ...UNSAID, name, ...termsIn(terms, raw), slug }
    const link = await createLink(context, scope, input, effectId ?? newId(context.now()))
    return { message: 'Page created', data: paystackPage(scope, link) }
  }),
  list(
    'GET /page',
    'GET /payment-links',
    'Pages retrieved',
    ({ context, scope }, page) => listLinks(context.sql, scope, page),
    (rows, { scope }) => rows.map((row) => paystackPage(scope, row)),
  ),
  call(
    'GET /page/check_slug_availability/:slug',
    'GET /payment-links',
    async ({ context, params, reply }) => {
      const taken = await findBySlug(context.sql, params['slug'] ?? '')
      if (taken === null) return { message: 'Slug is available', data: undefined }
      const { status, body } = refusedWith(400, 'slug_taken', 'Slug is not available')
      return reply.status(status).send(body)
    },
  ),
  call('GET /page/:id', 'GET /payment-links/:id', async (asked) => ({
    message: 'Page retrieved',
    data: paystackPage(asked.scope, await pageOf(asked)),
  })),
  call('PUT /page/:id', 'PATCH /payment-links/:id', async (asked) => {
    const { context, scope, body } = asked
    const { sent, raw } = sentIn(body)
    const active = body.flag('active')
    const { name, ...terms } = checked(LinkChangeBody, { ...sent, ...body.texts('name') })
    const { metadata, ...changed } = termsIn(terms, raw)
    const change = {
      ...changed,
      ...(name !== undefined && { name }),
      ...(active !== null && { active }),
      ...(metadata !== undefined && { metadata: () => metadata }),
    }
    const before = linkId(await pageOf(asked))
    const after = await changeLink(context, scope, before, change, always)
    return { message: 'Page updated', data: paystackPage(scope, after) }
  }),
]

/** In our words, without what was not sent. */
function sentIn(body: Asked) {
  for (const name of NOT_OFFERED) {
    if (body.has(name) && body.text(name) !== 'false') {
      wrong(name, `${name} is not offered for pages.`)
    }
  }
  if ((body.text('type') ?? 'payment') !== 'payment') wrong('type', 'type must be payment.')
  const amount = body.amount('amount')
  const callback_url = body.text('redirect_url')
  const metadata = metadataOf(body)
  const fields = body.list('custom_fields')?.map((one) => {
    const asked = new Asked(one)
    return { label: asked.needed('display_name'), required: asked.flag('required') ?? false }
  })
  const sent = {
    ...body.texts('description', 'split_code'),
    ...(amount !== null && { amount }),
    ...(callback_url !== null && { callback_url }),
    ...(fields !== undefined && { fields }),
    ...(metadata !== null && { metadata: metadata.value }),
  }
  return { sent, raw: metadata === null ? '{}' : `{"metadata":${metadata.text}}` }
}

/** Refuses what our own route refuses. */
function termsIn(terms: Parameters<typeof termsOf>[0], raw: string) {
  for (const check of together(terms, raw)) check()
  return termsOf(terms, raw)
}

/** By Paystack's number, the slug, or our id. */
async function pageOf({ context, scope, params }: Call): Promise<PaymentLink> {
  const text = params['id'] ?? ''
  const all = (page: Page) => listLinks(context.sql, scope, page)
  return (await byNumber(text, all, 'paymentLinkId')) ?? linkNamed(context, scope, text)
}

function paystackPage(scope: Scope, link: PaymentLink) {
  const custom_fields = fieldsOf(link).map(({ label, variableName, required }) => ({
    display_name: label,
    variable_name: variableName,
    required,
  }))
  return {
    id: numberOf(link.paymentLinkId),
    integration: integrationOf(scope),
    domain: link.mode,
    name: link.name,
    description: link.description,
    amount: link.amount === null ? null : Number(link.amount),
    currency: 'NGN',
    slug: link.slug,
    custom_fields,
    type: 'payment',
    redirect_url: link.callbackUrl,
    success_message: null,
    collect_phone: false,
    active: link.active,
    published: true,
    migrate: false,
    notification_email: null,
    metadata: shownMetadata(link.metadata),
    split_code: link.splitCode,
    plan: null,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  }
}
