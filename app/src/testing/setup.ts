import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/*
 * Component tests: a screen's parts in a document (happy-dom), as a person meets them. What React or a component complains of fails
 * the test.
 */
let complaints: unknown[][] = []

// How long is waited for what comes, never how long it may take: the code of a screen is fetched within a test.
configure({ asyncUtilTimeout: 30_000 })

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...said) => void complaints.push(said))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  expect(complaints, 'errors in the console').toEqual([])
})
