import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies, verifiesStandard } from './receiver.ts'

test('the verifiers accept what was signed and refuse all else', async () => {
  // From the specification of Standard Webhooks; the first signature by openssl.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signed = {
    body: '{"test": 2432232314}',
    headers: {
      'x-service-timestamp': '1614265330',
      'x-service-signature':
        '037a88c5c0758227406cbbc89e5ac7194b17029d0db94d41475937db9f96c0c5' +
        '337655b528d4cef344d6e11a924a35c214c3b64ac2cdf689cb91075089a0bc0c',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  }
  for (const verify of [verifies, verifiesStandard]) {
    assert.ok(await verify(signed, secret))
    assert.ok(!(await verify(signed, secret.replace('M', 'N'))))
    assert.ok(!(await verify({ ...signed, body: `${signed.body} ` }, secret)))
  }
})
