import * as Dialog from '@radix-ui/react-dialog'
import { useEffect, type ComponentProps } from 'react'

/**
 * The content of an open modal dialog, over a backdrop. Inside a Radix `Dialog.Root`. `data-sheet` on the
 * root element stops the page from scrolling. Radix's own scroll lock is part of `Dialog.Overlay`, which is
 * not used: it inserts a style element, which our Content-Security-Policy forbids.
 */
export function Modal({ className = '', ...rest }: ComponentProps<typeof Dialog.Content>) {
  useEffect(() => {
    const root = document.documentElement
    root.dataset['sheet'] = ''
    return () => void delete root.dataset['sheet']
  }, [])
  return (
    <Dialog.Portal>
      <div className="fixed inset-0 z-40 bg-shade print:hidden" />
      <Dialog.Content className={`fixed z-40 bg-page shadow-lifted ${className}`} {...rest} />
    </Dialog.Portal>
  )
}
