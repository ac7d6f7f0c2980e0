import { expect, it } from 'vitest'
import { toast, toastStore } from './toast.tsx'

it('shows one at a time: the last one', () => {
  const seen: (string | undefined)[] = []
  const stop = toastStore.subscribe(() => seen.push(toastStore.get()?.title))
  const first = toast({ title: 'uno' })
  const second = toast({ title: 'dos' })
  first.dismiss()
  expect(toastStore.get()?.title).toBe('dos')
  second.dismiss()
  stop()
  expect(seen).toEqual(['uno', 'dos', undefined])
})
