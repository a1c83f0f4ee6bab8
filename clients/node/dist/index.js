export { ApiError, ConnectionError, Cowrie, CowrieError, WebhookError, webhooks } from './index.cjs'
