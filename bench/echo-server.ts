import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'

/** A server that checks the body of a rate request and sends it back: the most that any server can answer here. */
const body = z.strictObject({
  options: z.array(z.string()),
  shipping_date: z.string(),
  to: z.strictObject({ country: z.string() }),
  parcels: z.array(
    z.strictObject({ packaging: z.string(), weight: z.strictObject({ value: z.number(), units: z.string() }) }),
  ),
})
const app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
app
  .withTypeProvider<ZodTypeProvider>()
  .post('/api/stamp/v1/shipment/rate', { schema: { body, response: { 200: body } } }, (request) => request.body)
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
