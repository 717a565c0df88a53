import { QueryClientProvider } from '@tanstack/react-query'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { StrictMode, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { queryClient } from '../api/query-client.ts'

let root: Root | undefined

/** Renders elements into an empty page. @returns the simulated user */
export function show(elements: ReactNode): UserEvent {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  const rendered = root
  flushSync(() =>
    rendered.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>{elements}</QueryClientProvider>
      </StrictMode>,
    ),
  )
  return userEvent.setup({ delay: null })
}

/** Removes what is shown, as closing the tab does; `setup.ts` calls it after each test. */
export function closePage(): void {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
}

/** Keeps the value of a control, as a form does. */
export function WithValue<Value>(props: {
  initial: Value
  children: (value: Value, change: (value: Value) => void) => ReactNode
}) {
  const [value, setValue] = useState(props.initial)
  return props.children(value, setValue)
}
