import { receivePaymentEvent } from '@postroom/contract/payment'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { takeEvent } from './take-event.ts'

/** Where Stripe delivers its events. In a scope of its own, since bodies are not parsed here: their text is signed. */
export async function paymentEventRoutes(api: Api, context: Context): Promise<void> {
  const { stripe } = context
  await api.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    serve(scope, receivePaymentEvent, async ({ body, request: { headers, log } }) => {
      if (!stripe) throw new AppError('not_found')
      const event = stripe.readEvent(body, String(headers['stripe-signature']))
      if (!event) throw new AppError('payment_signature_invalid')
      if (event !== 'of_no_payment') await takeEvent({ ...context, stripe, log }, event)
      return { received: true as const }
    })
  })
}
