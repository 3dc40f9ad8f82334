import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import styles from './text-field.module.css'

/** React Aria’s text field with our label, description and error. */
export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children'> {
  /** Left out only where `aria-label` names the field. */
  readonly label?: string
  readonly description?: string
  /** The complaint to show; none when the field is right. */
  readonly error?: string | undefined
  readonly inputType?: HTMLInputTypeAttribute
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  /** More than 1 makes it a text of several lines. */
  readonly rows?: number
  readonly min?: string
  readonly placeholder?: string
}

/** A labelled text field with its complaint beside it. */
export function TextField({
  label,
  description,
  error,
  inputType,
  rows = 1,
  min,
  placeholder = '',
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} validationBehavior="aria" className={styles.field ?? ''}>
      {label !== undefined && <Label className={styles.label ?? ''}>{label}</Label>}
      {rows > 1 ? (
        <TextArea rows={rows} className={styles.input ?? ''} />
      ) : (
        <Input type={inputType} min={min} placeholder={placeholder} className={styles.input ?? ''} />
      )}
      {description !== undefined && (
        <Text slot="description" className={styles.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  )
}
