/** Waits until React has rendered what a query has reported, which takes a turn of the event loop. */
export async function rendered(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await new Promise((next) => setTimeout(next))
}
