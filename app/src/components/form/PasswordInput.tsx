import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cx } from '../cx.ts'
import { Input } from './Field.tsx'

/** A password that can be looked at while it is typed, and pasted. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <span className={cx('relative block', className)}>
      <Input
        {...rest}
        type={visible ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck="false"
        className="pr-13"
      />
      <button
        type="button"
        aria-label="Mostrar lo que escribo"
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
        className="absolute inset-y-0.5 right-0.5 grid w-12 place-items-center rounded-control text-tinta-suave hover:text-tinta"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </span>
  )
}
