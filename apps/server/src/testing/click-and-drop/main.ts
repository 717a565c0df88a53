import { ClickAndDropStub } from './click-and-drop-stub.ts'

// A stand-in for Royal Mail Click & Drop, to try the product without an account: CLICK_AND_DROP_URL of the server names it.
const stub = await ClickAndDropStub.start(Number(process.env['PORT'] ?? 8090))
stub.open('business')
stub.open('prepaid', { isBusiness: false })
process.stdout.write(`Click & Drop stub: CLICK_AND_DROP_URL=${stub.url}, keys 'business' and 'prepaid'\n`)
