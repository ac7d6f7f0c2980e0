import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import { useReload } from '../../lib/api/reload.ts'
import { type PushState, pushState, pushWorker } from '../../lib/device/push.ts'
import { useUser } from '../../lib/session/session.tsx'

/** Whether this device says when there is something new; `id` is its row, null where no notice reaches it. */
export type DevicePush = { device: PushState; id: string | null; comunicados: boolean }

const keyOf = (userId: string) => ['comunicados', userId, 'devicePush'] as const

/** What this device does; it is asked anew each time, since its browser decides. */
export function useDevicePush() {
  const { id: userId } = useUser()
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }): Promise<DevicePush> => {
      const device = await pushState()
      const subscription = await (await pushWorker())?.pushManager.getSubscription()
      if (device !== 'encendido' || !subscription) return { device, id: null, comunicados: false }
      const row = await ask(
        (db) =>
          db
            .from('suscripciones_push')
            .select('id, comunicados')
            .eq('user_id', userId)
            .eq('endpoint', subscription.endpoint)
            .maybeSingle(),
        { signal },
      )
      return { device, id: row?.id ?? null, comunicados: row?.comunicados ?? false }
    },
  })
}

/** Switches it on or off, for this device alone. @throws ServiceError */
export function useChangeDevicePush() {
  const { id: userId } = useUser()
  return useMutation({
    mutationFn: ({ id, comunicados }: { id: string; comunicados: boolean }) =>
      ask((db) => db.from('suscripciones_push').update({ comunicados }).eq('id', id)),
    onSettled: useReload(keyOf(userId)),
  })
}
