import { postalAddressSchema } from '@postroom/contract/address'
import { errorBodySchema } from '@postroom/contract/errors'
import { hubSchema } from '@postroom/contract/hub'
import { rateQuoteSchema } from '@postroom/contract/rate'
import { shipmentDraftSchema, shipmentSchema } from '@postroom/contract/shipment'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Settings } from '../../context.ts'
import { withExamples } from './open-api-examples.ts'
import { withoutTrustedTypes } from '../security-headers.ts'
import type { Api } from '../serve.ts'

/** Schemas that the description references by name. */
const NAMED = {
  Error: errorBodySchema,
  Hub: hubSchema,
  PostalAddress: postalAddressSchema,
  RateQuote: rateQuoteSchema,
  Shipment: shipmentSchema,
  ShipmentDraft: shipmentDraftSchema,
}
for (const [id, schema] of Object.entries(NAMED)) z.globalRegistry.add(schema, { id })

/** Describes all endpoints registered after this call as OpenAPI 3.1, from the schemas that validate the calls. */
export async function describeApi(api: Api, apiBase: Settings['apiBase']): Promise<void> {
  await api.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Postroom',
        version: '1',
        description:
          'Rate, buy and print postage. Amounts are whole pence. Every error answer has a code and a description; ' +
          'a purchase may be repeated with the same pending_id without being charged twice.',
      },
      servers: [{ url: apiBase }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token that POST /auth/v1/token returns' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, prk_…, that was made for the named scope',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withExamples(jsonSchemaTransformObject(document)),
  })
}

const POLICY = 'content-security-policy'

/** Serves the documentation at `{apiBase}/docs`. */
export async function showApiDocs(api: Api, apiBase: Settings['apiBase']): Promise<void> {
  await api.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    indexPrefix: apiBase,
    uiHooks: {
      onRequest: (_request, reply, next) => {
        reply.header(POLICY, withoutTrustedTypes(String(reply.getHeader(POLICY))))
        next()
      },
    },
  })
}
