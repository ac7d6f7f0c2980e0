import { afterEach, expect, it, vi } from 'vitest'
import { failedWith, offerWriting } from './codigo.ts'
import { EXPLAINS_DURATION, holdToasts, lockToasts, toast, toastStore } from './toast.tsx'

afterEach(() => {
  vi.useRealTimers()
})

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

it('is not covered by the failures that it explains, for a moment', () => {
  vi.useFakeTimers()
  toast({ title: 'por qué', explains: true })
  toast({ title: 'falló', variant: 'destructive' })
  expect(toastStore.get()?.title).toBe('por qué')
  vi.advanceTimersByTime(EXPLAINS_DURATION)
  toast({ title: 'falló otra cosa', variant: 'destructive' })
  expect(toastStore.get()?.title).toBe('falló otra cosa')

  toast({ title: 'por qué', explains: true })
  toast({ title: 'algo bueno' })
  toast({ title: 'falló después', variant: 'destructive' })
  expect(toastStore.get()?.title).toBe('falló después')
})

it('shows none over what must not look like this app, and the last one afterwards', () => {
  const first = toast({ title: 'antes' })
  const release = holdToasts()
  expect(toastStore.get()).toBeNull()
  toast({ title: 'uno' }).dismiss()
  const last = toast({ title: 'dos' })
  expect(toastStore.get()).toBeNull()
  release()
  release()
  expect(toastStore.get()?.title).toBe('dos')
  last.dismiss()
  first.dismiss()
  expect(toastStore.get()).toBeNull()
})

it('says nothing on a locked screen but what tells nothing of her', () => {
  toast({ title: 'Lucía ya está entre tus contactos' })
  lockToasts(true)
  expect(toastStore.get()).toBeNull()
  toast({ title: 'Lucía te escribió' })
  expect(toastStore.get()).toBeNull()
  toast({ title: 'Error de ubicación', ofLock: true })
  expect(toastStore.get()?.title).toBe('Error de ubicación')
  lockToasts(false)
  toast({ title: 'Lucía te escribió' })
  expect(toastStore.get()?.title).toBe('Lucía te escribió')
})

it('offers to write about what failed with a code, while somebody can, and not in the place of another button', () => {
  const written: string[] = []
  failedWith('7F3K')
  toast({ title: 'falló', variant: 'destructive' })
  expect(toastStore.get()).toMatchObject({ codigo: '7F3K' })
  expect(toastStore.get()?.action).toBeUndefined()

  const stop = offerWriting((codigo) => written.push(codigo))
  toast({ title: 'falló', variant: 'destructive' })
  toastStore.get()?.action?.onClick()
  expect(written).toEqual(['7F3K'])
  toast({ title: 'falló', variant: 'destructive', action: { label: 'Reintentar', onClick() {} } })
  expect(toastStore.get()?.action?.label).toBe('Reintentar')
  toast({ title: 'todo bien' })
  expect(toastStore.get()?.action).toBeUndefined()
  stop()
  toast({ title: 'falló', variant: 'destructive' })
  expect(toastStore.get()?.action).toBeUndefined()
})
