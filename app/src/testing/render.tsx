import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, StrictMode } from 'react'
import { Toaster } from '../components/feedback/Toaster.tsx'

/**
 * Draws a part of the app as `main.tsx` does: under StrictMode, with a query client of its own that asks once, and the toasts.
 *
 * @returns what Testing Library returns, and the person who types and presses
 */
export function renderApp(part: ReactNode) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  })
  const user = userEvent.setup()
  const shown = render(part, {
    wrapper: ({ children }) => (
      <StrictMode>
        <QueryClientProvider client={client}>
          {children}
          <Toaster />
        </QueryClientProvider>
      </StrictMode>
    ),
  })
  return { user, client, ...shown }
}
