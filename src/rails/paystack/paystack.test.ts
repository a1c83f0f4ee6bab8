import { hostedConformance } from '../../../test/hosted-conformance.ts'
import { paystackWorld } from '../../../test/providers/paystack-world.ts'

hostedConformance('paystack', paystackWorld)
