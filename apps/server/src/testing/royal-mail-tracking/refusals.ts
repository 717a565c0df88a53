const gateway = (httpCode: string, httpMessage: string, moreInformation: string) => ({
  httpCode,
  httpMessage,
  moreInformation,
})

const errorOf = (errorCode: string, errorDescription: string) => ({ errorCode, errorDescription })

/** What the interface says of an item that it does not know. */
export const NOT_KNOWN = errorOf('E1142', 'No item has this barcode')

/** The body of a refusal, by status: the description has four shapes. */
export const BODIES: Readonly<Record<number, object>> = {
  400: { httpCode: '400', httpMessage: 'Bad Request', errors: [errorOf('E0004', 'A header is wrong')] },
  401: gateway('401', 'Unauthorized', 'The client id or secret is wrong'),
  403: { errors: [errorOf('E0016', 'Access is denied')] },
  404: { httpCode: '404', httpMessage: 'Not Found', errors: [NOT_KNOWN] },
  405: gateway('405', 'Method Not Allowed', 'This address takes no such call'),
  429: gateway('429', 'Too Many Requests', 'The limit of the plan is exceeded'),
  500: { httpCode: '500', httpMessage: 'Internal Server Error', errors: [errorOf('E0009', 'The server failed')] },
}
