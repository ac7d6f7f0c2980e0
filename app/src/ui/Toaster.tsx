import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { dismissToast, TOAST_DURATION, toastStore } from '../lib/toast/toast.tsx'
import { useStore } from '../lib/useStore.ts'
import { layers } from './capas.ts'
import { cx } from './cx.ts'
import { followPresses } from './press.ts'
import { useClearOf } from './useClearOf.ts'

/** Draws the one toast there can be. Swipe it away at 50 px, press F8 to reach it. */
export function Toaster() {
  const shown = useStore(toastStore)
  const dialog = useSyncExternalStore(layers.subscribe, layers.top)
  const layer = dialog ?? document.body
  const place = useRef<HTMLOListElement>(null)
  useEffect(followPresses, [])
  useClearOf(place, layer, shown)

  return (
    <Toast.Provider
      label="Aviso"
      duration={TOAST_DURATION}
      swipeDirection="right"
      swipeThreshold={50}
      announcerContainer={layer}
    >
      {shown && (
        <Toast.Root
          key={shown.id}
          duration={shown.duration}
          // Without the default action, the dialog below stays open: Escape takes one thing away at a time.
          onEscapeKeyDown={(event) => {
            event.preventDefault()
            dismissToast(shown.id)
          }}
          onOpenChange={(open) => {
            if (!open) dismissToast(shown.id)
          }}
          className={cx(
            'pointer-events-auto in-data-arriving:pointer-events-none grid grid-cols-[1fr_auto] items-start gap-x-2 rounded-card border-2 py-2 pr-1 pl-4',
            'animate-sube shadow-[0_8px_28px_rgb(34_24_51/0.18)]',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:opacity-0',
            shown.variant === 'destructive'
              ? 'border-alerta bg-alerta-suave text-tinta'
              : 'border-jacaranda-viva bg-superficie text-tinta',
          )}
        >
          <div className="grid gap-0.5 py-2">
            <Toast.Title className="font-semibold">{shown.title}</Toast.Title>
            {shown.description && (
              <Toast.Description className="text-[0.9375rem]">{shown.description}</Toast.Description>
            )}
            {shown.codigo && (
              <Toast.Description className="text-tinta-suave text-xs tracking-wide">
                Código <span className="select-all font-semibold">{shown.codigo}</span>
              </Toast.Description>
            )}
            {shown.action && (
              <Toast.Action
                altText={shown.action.label}
                onClick={shown.action.onClick}
                className="mt-1 -ml-3 min-h-11 justify-self-start rounded-control px-3 font-semibold text-jacaranda-texto underline underline-offset-4"
              >
                {shown.action.label}
              </Toast.Action>
            )}
          </div>
          <Toast.Close
            aria-label="Cerrar aviso"
            className="inline-grid size-11 place-items-center rounded-full text-tinta-suave hover:text-tinta"
          >
            <X aria-hidden="true" className="size-5" />
          </Toast.Close>
        </Toast.Root>
      )}
      {createPortal(
        <Toast.Viewport
          ref={place}
          data-aviso
          label="Avisos ({hotkey})"
          className={cx(
            'pointer-events-none fixed inset-x-0 z-50 mx-auto grid w-full max-w-md px-3 md:top-auto md:right-6 md:left-auto md:mx-0',
            // Above the foot and a room's own bottom bar; in a dialog, which rises from below, in the space above it.
            // Off it where a way out, a cross, a number of help, or what it speaks of would be covered (`useClearOf`).
            dialog
              ? 'top-[calc(72px+env(safe-area-inset-top))] md:bottom-6'
              : 'bottom-[calc(max(var(--abajo),env(safe-area-inset-bottom))+var(--pie)+12px)] md:bottom-[calc(var(--abajo)+var(--pie)+24px)]',
          )}
        />,
        layer,
      )}
    </Toast.Provider>
  )
}
