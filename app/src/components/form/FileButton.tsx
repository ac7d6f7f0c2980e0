import { type ReactNode, useRef } from 'react'
import { Button } from '../button/Button.tsx'

type FileButtonProps = {
  /** What the file is, for who cannot see the button: «Hoja del directorio». */
  label: string
  /** What may be chosen, as the browser's own picker takes it. */
  accept: string
  onFile: (file: File | undefined) => void
  icon: ReactNode
  className?: string
  disabled?: boolean
  busy?: boolean
  children: ReactNode
}

/** A button that lets her choose a file; the same one may be chosen again. */
export function FileButton({ label, accept, onFile, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look="secondary" {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          onFile(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}
