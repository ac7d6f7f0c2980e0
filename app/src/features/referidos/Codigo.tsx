import { Check, Copy, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { brand } from '../../lib/installation/brand.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { enlaceOf } from './referidos.ts'

/** How long the button says that the code was copied (docs/product.md#referrals). */
const COPIED_MS = 2000

/** As large as eight of the widest letters may be on this line: chance makes them. */
const BOX =
  'rounded-card border-2 border-jacaranda-viva border-dashed bg-jacaranda-suave px-4 py-5 text-center font-semibold text-[min(1.875rem,9cqw)] text-jacaranda-texto indent-[0.18em] leading-tight tracking-[0.18em] wrap-anywhere'
const WAYS = 'grid gap-3 sm:grid-flow-col sm:auto-cols-fr'

/** Her code in its dashed box, and the ways to hand it on. */
export function Codigo({ codigo }: { codigo: string }) {
  const [copied, setCopied] = useState(0)

  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codigo)
    } catch {
      // No clipboard, or access refused: the code can be selected with one press instead.
      toast({
        title: 'No se pudo copiar',
        description: 'Mantén presionado el código para seleccionarlo.',
        variant: 'destructive',
      })
      return
    }
    setCopied((times) => times + 1)
    toast({
      title: '¡Copiado!',
      description: 'Tu código de invitación ha sido copiado al portapapeles.',
    })
  }

  return (
    <div className="@container grid gap-4">
      <p className={cx(BOX, 'select-all')}>{codigo}</p>
      <div className={WAYS}>
        <Button
          size="lg"
          onClick={() => void copy()}
          icon={
            copied ? (
              <Check aria-hidden="true" className="size-5" />
            ) : (
              <Copy aria-hidden="true" className="size-5" />
            )
          }
        >
          {copied ? '¡Copiado!' : 'Copiar Código'}
        </Button>
        {'share' in navigator && (
          <Button
            look="secondary"
            size="lg"
            onClick={() => void share(codigo)}
            icon={<Share2 aria-hidden="true" className="size-5" />}
          >
            Compartir enlace
          </Button>
        )}
      </div>
    </div>
  )
}

/** Opens the phone's own sheet, within the tap; closing it without choosing is no failure. */
async function share(codigo: string) {
  try {
    await navigator.share({
      title: brand.name,
      text: `Te invito a ${brand.name}. Mi código es ${codigo}.`,
      url: enlaceOf(codigo, location.origin),
    })
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return
    toast({
      title: 'No se pudo compartir',
      description: 'Copia tu código y envíalo como prefieras.',
      variant: 'destructive',
    })
  }
}

/** Stands for all of it, made of the same, so that what stands below stays where it is. */
export function WaitingForCodigo() {
  const place = buttonClass({ look: 'secondary', size: 'lg', className: 'invisible' })
  return (
    <div className="@container grid gap-4">
      <p className={cx(BOX, 'relative')}>
        <span aria-hidden="true" className="invisible">
          A
        </span>
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label="Cargando…" />
        </span>
      </p>
      <div aria-hidden="true" className={WAYS}>
        <span className={place}>Copiar Código</span>
        {'share' in navigator && <span className={place}>Compartir enlace</span>}
      </div>
    </div>
  )
}
