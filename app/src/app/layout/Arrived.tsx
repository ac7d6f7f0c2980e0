import { useLayoutEffect } from 'react'
import { takeOver } from '../../lib/device/prerenderedPage.ts'

/** Is drawn once the screen beside it is, and then puts the app in the place of the prerendered page. */
export function Arrived() {
  useLayoutEffect(() => queueMicrotask(takeOver), [])
  return null
}
