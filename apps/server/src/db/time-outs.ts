/** How long PostgreSQL works on one statement of the server, and waits for the next one of a transaction, in milliseconds. */
export const TIME_OUTS = { statement_timeout: 5_000, idle_in_transaction_session_timeout: 5_000 } as const
