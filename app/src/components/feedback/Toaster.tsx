import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { dismissToast, TOAST_DURATION, toastPlace, toastStore } from '../../lib/toast/toast.tsx'
import { useStore } from '../../lib/useStore.ts'
import { followPresses, useStill } from '../button/press.ts'
import { cx } from '../cx.ts'
import { layers } from '../dialog/capas.ts'

/** Where no dialog is open. */
const ON_PAGE = cx(
  // A visitor's page and the PIN screen end with the number that helps: below «Salir rápido».
  'fixed inset-x-0 top-[calc(68px+env(safe-area-inset-top))]',
  // A member's phone has her tabs at the foot, and nothing of the page is there: over them.
  'max-md:[body:has([data-pestanas])_&]:top-auto max-md:[body:has([data-pestanas])_&]:bottom-[max(8px,env(safe-area-inset-bottom))]',
  // Above the row in which one writes to a circle.
  'md:top-auto md:right-6 md:bottom-[calc(var(--abajo)+88px)] md:left-auto md:mx-0 md:[body:has([data-pie])_&]:bottom-[calc(var(--abajo)+160px)]',
)

/** Draws the one toast there can be. Swipe it away at 50 px, press F8 to reach it. */
export function Toaster() {
  // One that came under a finger would take the press that began on what is below it.
  const shown = useStill(useStore(toastStore))
  const dialog = useSyncExternalStore(layers.subscribe, layers.top)
  const layer = dialog ?? document.body
  const place = useStore(toastPlace)
  // Of a dialog, its own.
  const inFlow = dialog ? dialog.querySelector('[data-avisos]') : place
  useEffect(followPresses, [])

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
            'pointer-events-auto grid grid-cols-[1fr_auto] items-start gap-x-1 rounded-card border-2 py-0.5 pr-0.5 pl-3.5',
            'animate-sube shadow-[0_8px_28px_rgb(34_24_51/0.18)]',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:opacity-0',
            shown.variant === 'destructive'
              ? 'border-alerta bg-alerta-suave text-tinta'
              : 'border-jacaranda-viva bg-superficie text-tinta',
          )}
        >
          <div className="grid py-1.5 leading-snug">
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
          label="Avisos ({hotkey})"
          className={cx('pointer-events-none z-50 mx-auto grid w-full max-w-md px-2', !inFlow && ON_PAGE)}
        />,
        inFlow ?? layer,
      )}
    </Toast.Provider>
  )
}
