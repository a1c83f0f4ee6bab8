import { beforeEach } from 'node:test'
import { startCowrie } from '@cowrie-pay/cowrie/testing'
import { shopOf } from './shop.mjs'

// A test file is a worker: it has a business of its own, as new before each test.

const cowrie = await startCowrie()
export const business = await cowrie.business()
export const shop = shopOf(business)

beforeEach(() => business.reset())
