import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context, Scope } from '../../core/context.ts'
import { onlyIf, setTag } from '../../core/etags.ts'
import { action, record, under } from '../../core/route.ts'
import { API_VERSIONS, NEWEST_VERSION } from '../../core/versions.ts'
import {
  Count,
  Domain,
  fromWire,
  KOBO_MAX,
  Kobo,
  Nullable,
  Text,
  toWire,
  wrongIn,
} from '../../core/wire.ts'
import { appOf } from '../../platform/app-addresses.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { kobo } from '../../platform/money.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { checkAll } from '../../platform/validation.ts'
import { CAPABILITIES, capabilitiesOf } from '../../providers/capabilities.ts'
import { METHODS } from '../../providers/rails.ts'
import { wrongAccent } from './accent.ts'
import {
  CHECKOUT_LANGUAGES,
  CHECKOUT_THEMES,
  type Logo,
  type ModeSettings,
} from './businesses.sql.ts'
import { changeSettings, newestSettings, type SettingsChange } from './businesses.ts'
import { LOGO_BYTES_MAX, LOGO_SIDE_MAX, readLogo } from './logo.ts'

const ORIGINS_MAX = 20
const ORIGIN_LENGTH_MAX = 300
/** Longer than the largest logo, whose size in bytes is checked later. */
const LOGO_TEXT_MAX = 100_000
export const EXPIRY_SECONDS_MIN = 900 // 15 minutes
export const EXPIRY_SECONDS_MAX = 604_800 // 7 days
const CHANNELS = ['bank_transfer', ...METHODS] as const
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
// Hosts can contain stars and semicolons, which have a meaning in a content security policy.
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

const Language = Nullable(
  Type.Enum([...CHECKOUT_LANGUAGES], {
    description:
      'The language of the checkout. Null: customers choose it, and begin in the language of ' +
      'their browser if its translation is reviewed, otherwise in English.',
  }),
)
const CallbackUrl = (more: object) =>
  Nullable(
    Type.String({
      ...more,
      description: 'Where customers return if the transaction has no `callback_url`.',
      examples: ['https://shop.example/thanks'],
    }),
  )
const ChannelOrder = Nullable(
  Type.Array(Type.Enum([...CHANNELS]), {
    maxItems: CHANNELS.length,
    'x-distinct': true,
    description:
      'The order of the channels of a payment that names none. Others follow. Null: the order of ' +
      'this service.',
    examples: [['bank_transfer', 'card']],
  }),
)
const Accent = (more: object) =>
  Nullable(
    Type.String({
      ...more,
      description:
        'The colour of buttons and links at the checkout. It must be dark enough for white ' +
        'letters; on dark pages it is lightened. Null: green.',
      examples: ['#0a6b56'],
    }),
  )
const Theme = Nullable(
  Type.Enum([...CHECKOUT_THEMES], {
    description: 'How the checkout looks. Null: as the device of the customer.',
  }),
)
const Seconds = (more: object) =>
  Type.Integer({
    ...more,
    description: 'How long a transaction can be paid: 15 minutes to 7 days.',
    examples: [86_400],
  })
const AcceptOverpayment = Type.Boolean({
  description:
    'true: a transfer of more than the amount completes the payment, and you keep it all.',
})
const RequireSignedRequests = Type.Boolean({
  description: 'true: initialize requires a valid `X-Service-Signature`.',
})
const RequestLog = Type.Boolean({
  description: 'true: your API calls are kept for 30 days, without secrets, for the dashboard.',
})

const Settings = Type.Object(
  {
    domain: Domain,
    allowed_origins: Type.Array(Text('An origin or a scheme.', 'https://shop.example'), {
      description:
        'Your pages, then your apps. Only your pages can frame the checkout, initialize ' +
        'transactions with the public key from a script, and be the `callback_url` of such a ' +
        'transaction. Only your apps can be the `callback_url` of any transaction.',
    }),
    language: Language,
    logo: Nullable(
      Type.Object(
        {
          url: Text('The URL of the image.', 'https://pay.example/checkout/logo/demo.png'),
          width: Count('In pixels.', 240),
          height: Count('In pixels.', 80),
        },
        { title: 'Logo', description: 'Your logo on the checkout.' },
      ),
    ),
    channel_order: ChannelOrder,
    accent: Accent({}),
    theme: Theme,
    default_callback_url: CallbackUrl({}),
    expiry_seconds: Seconds({}),
    accept_overpayment: AcceptOverpayment,
    require_signed_requests: RequireSignedRequests,
    request_log: RequestLog,
  },
  { title: 'CheckoutSettings' },
)

const ChangeBody = Type.Object(
  {
    allowed_origins: Type.Optional(
      Type.Array(
        Type.String({ maxLength: ORIGIN_LENGTH_MAX, examples: ['https://shop.example'] }),
        {
          maxItems: ORIGINS_MAX,
          'x-distinct': true,
          description:
            'The origins of your pages, without a path: https, or in test mode http on this ' +
            'machine. Also the schemes of your mobile apps, such as `myapp://`.',
        },
      ),
    ),
    language: Type.Optional(Language),
    logo: Type.Optional(
      Nullable(
        Type.String({
          contentEncoding: 'base64',
          maxLength: LOGO_TEXT_MAX,
          description:
            `A PNG, JPEG or WebP in base64, at most ${LOGO_BYTES_MAX / 1024} KB and ` +
            `${LOGO_SIDE_MAX} pixels wide and high. null removes it.`,
          examples: ['iVBORw0KGgo='],
        }),
      ),
    ),
    channel_order: Type.Optional(ChannelOrder),
    accent: Type.Optional(Accent({ maxLength: 7 })),
    theme: Type.Optional(Theme),
    default_callback_url: Type.Optional(CallbackUrl({ format: 'web-address' })),
    expiry_seconds: Type.Optional(
      Seconds({ minimum: EXPIRY_SECONDS_MIN, maximum: EXPIRY_SECONDS_MAX }),
    ),
    accept_overpayment: Type.Optional(AcceptOverpayment),
    require_signed_requests: Type.Optional(RequireSignedRequests),
    request_log: Type.Optional(RequestLog),
  },
  { examples: [{ allowed_origins: ['https://shop.example'], language: null }] },
)

const THRESHOLD =
  'When the available balance falls below this amount in kobo, `balance.low` is sent: once, and ' +
  'again only after the balance has been as high. null: never.'

const Overview = Type.Object(
  {
    domain: Domain,
    business_name: Text('The name of your business.', 'Demo Store'),
    api_version: Text(
      'The version of the API for requests without `X-Service-Version`.',
      NEWEST_VERSION,
    ),
    low_balance_threshold: Nullable(Kobo(THRESHOLD, 1_000_000)),
    capabilities: Type.Record(
      Type.Enum(CAPABILITIES),
      Type.Boolean({ description: 'Whether a provider of this mode offers it.' }),
      {
        description: 'What is not offered returns 501 `not_available_live`.',
        examples: [Object.fromEntries(CAPABILITIES.map((one) => [one, true]))],
      },
    ),
  },
  { title: 'Settings' },
)

const ChangeOverview = Type.Object({
  api_version: Type.Optional(
    Type.Enum(API_VERSIONS, {
      description: 'The version of the API for requests without `X-Service-Version`.',
    }),
  ),
  low_balance_threshold: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: KOBO_MAX,
        description: THRESHOLD,
        'x-unit': 'kobo',
        examples: [1_000_000],
      }),
    ),
  ),
})

export const settingsRoutes = under('Settings', [
  record('/settings', {
    needs: 'settings:read',
    operationId: 'getSettings',
    summary: 'Fetch the settings',
    description:
      'Shows what this mode offers. Test mode offers everything; live mode offers what ' +
      'its providers support.',
    answer: Overview,
    message: 'Settings',
    hasTag: true,
    handle: (context, { scope }, reply) => overviewOf(context, scope, reply),
  }),
  action('PUT /settings', {
    needs: 'settings:write',
    operationId: 'updateSettings',
    summary: 'Update the settings',
    description:
      'Fields that you do not send keep their value. `api_version` pins this mode to a version ' +
      'of the API. Events have their own: see the webhook settings.',
    body: ChangeOverview,
    answer: Overview,
    message: 'Settings saved',
    hasTag: true,
    takesTag: true,
    handle: async (context, request, reply) => {
      const { scope, body } = request
      const { api_version: apiVersion, low_balance_threshold: threshold } = body
      const change = {
        ...(apiVersion !== undefined && { apiVersion }),
        ...(threshold !== undefined && {
          lowBalanceThreshold: threshold === null ? null : kobo(threshold),
        }),
      }
      await changeSettings(context, scope, change, onlyIf(request))
      return overviewOf(context, scope, reply)
    },
  }),
  record('/settings/checkout', {
    needs: 'settings:read',
    operationId: 'getCheckoutSettings',
    summary: 'Fetch the checkout settings',
    description: 'The settings that apply to every checkout of this mode.',
    answer: Settings,
    message: 'Checkout settings',
    hasTag: true,
    handle: async (context, { scope }, reply) =>
      toWireSettings(context, await newestSettings(context, scope), reply),
  }),
  action('PUT /settings/checkout', {
    needs: 'settings:write',
    operationId: 'updateCheckoutSettings',
    summary: 'Update the checkout settings',
    description: 'Fields that you do not send keep their value.',
    body: ChangeBody,
    answer: Settings,
    message: 'Checkout settings saved',
    attachValidation: true,
    hasTag: true,
    takesTag: true,
    handle: async (context, request, reply) => {
      const { scope, body, validationError } = request
      const [, logo] = checkAll(
        wrongIn(validationError),
        () => refuseWrongOrigins(body?.allowed_origins, scope.mode),
        () => readSentLogo(body?.logo),
        () => refuseWrongAccent(body?.accent),
      )
      await changeSettings(context, scope, changeOf(body, logo), onlyIf(request))
      return toWireSettings(context, await newestSettings(context, scope), reply)
    },
  }),
])

async function overviewOf(context: Context, scope: Scope, reply: FastifyReply) {
  const settings = await newestSettings(context, scope)
  const { businessName, apiVersion, lowBalanceThreshold } = settings
  setTag(reply, settings)
  const offered = capabilitiesOf(context.rails, scope)
  return {
    domain: scope.mode,
    business_name: businessName,
    api_version: apiVersion,
    low_balance_threshold: toWire(lowBalanceThreshold),
    capabilities: Object.fromEntries(CAPABILITIES.map((one) => [one, offered.includes(one)])),
  }
}

function toWireSettings(context: Context, settings: ModeSettings, reply: FastifyReply) {
  setTag(reply, settings)
  const { logo, mode: domain, checkoutOrigins, checkoutApps, checkoutLanguage, ...more } = settings
  const { checkoutChannels, checkoutAccent: accent, checkoutTheme: theme, ...same } = more
  return {
    ...toWire(same),
    channel_order: orderIn(checkoutChannels),
    accent,
    theme,
    domain,
    allowed_origins: [...checkoutOrigins, ...checkoutApps],
    language: checkoutLanguage,
    logo: logo && { ...logo, url: `${context.baseUrl()}${logo.path}` },
  }
}

function changeOf(body: Static<typeof ChangeBody>, logo: Logo | null | undefined): SettingsChange {
  const { allowed_origins: checkoutOrigins, language: checkoutLanguage, ...more } = body
  const { channel_order: order, accent, theme: checkoutTheme, ...same } = more
  const look = {
    checkoutChannels: order?.length ? order.join(',') : order && null,
    checkoutAccent: accent?.toLowerCase() ?? accent,
    checkoutTheme,
  }
  const sent = { ...fromWire(ChangeBody, same), ...look, checkoutOrigins, checkoutLanguage, logo }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** `origins` can have any type: the schema reports that. */
function refuseWrongOrigins(origins: unknown, mode: ModeSettings['mode']): void {
  if (!Array.isArray(origins)) return
  const errors = origins.flatMap((origin: unknown, i): FieldError[] => {
    if (typeof origin !== 'string' || isOrigin(origin, mode) || appOf(origin) === origin) return []
    const wants =
      'must be an origin without a path, such as https://shop.example, or the scheme of your ' +
      'app, such as myapp://'
    const field = `allowed_origins.${i}`
    return [{ field, code: 'invalid_format', message: `${field} ${wants}.` }]
  })
  if (errors.length > 0) refuseFields(errors)
}

/** As browsers write it, and without characters that have a meaning in a policy. */
function isOrigin(text: string, mode: ModeSettings['mode']): boolean {
  const url = URL.parse(text)
  if (url === null || url.origin !== text || !HOST.test(url.hostname)) return false
  const isHere = url.protocol === 'http:' && LOOPBACK.includes(url.hostname)
  return url.protocol === 'https:' || (mode === 'test' && isHere)
}

function orderIn(channels: string | null) {
  return channels === null ? null : (channels.split(',') as (typeof CHANNELS)[number][])
}

function refuseWrongAccent(accent: unknown): void {
  const wrong = typeof accent === 'string' ? wrongAccent(accent) : null
  if (wrong === null) return
  refuseFields([{ field: 'accent', code: 'invalid_format', message: `accent ${wrong}.` }])
}

function readSentLogo(sent: unknown): Logo | null | undefined {
  if (typeof sent !== 'string') return sent === null ? null : undefined
  const read = BASE64.test(sent) ? readLogo(Buffer.from(sent, 'base64')) : 'must be base64'
  if (typeof read !== 'string') return read
  const message = `logo ${read}.`
  return refuseFields([{ field: 'logo', code: 'invalid_format', message }])
}
