// A lint rule: no object is read by a key that may be any string, since `constructor` and `__proto__` are strings.
import { ESLintUtils } from '@typescript-eslint/utils';
import ts from 'typescript';

const isOpenString = type =>
  type.isUnion() ? type.types.some(isOpenString) : (type.flags & (ts.TypeFlags.String | ts.TypeFlags.Any)) !== 0;

export const noOpenIndex = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      open: 'Any string can be the key here, `constructor` among them: use lookUp (games/kit/look-up.ts), a Map, or ask Object.hasOwn first.',
    },
  },
  create: context => {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    /** `Object.hasOwn(object, key) ? object[key] : …` */
    const isGuarded = node => {
      const text = context.sourceCode.getText;
      const guard = `Object.hasOwn(${text.call(context.sourceCode, node.object)}, ${text.call(context.sourceCode, node.property)})`;
      for (let above = node.parent; above; above = above.parent)
        if (above.type === 'ConditionalExpression' && context.sourceCode.getText(above.test).includes(guard))
          return true;
      return false;
    };
    return {
      MemberExpression: node => {
        const isWritten =
          node.parent.type === 'AssignmentExpression' && node.parent.left === node && node.parent.operator === '=';
        if (!node.computed || isWritten || isGuarded(node)) return;
        const object = checker.getApparentType(services.getTypeAtLocation(node.object));
        const parts = object.isUnion() ? object.types : [object];
        const hasIndex = parts.some(part => checker.getIndexInfoOfType(part, ts.IndexKind.String) !== undefined);
        if (hasIndex && isOpenString(services.getTypeAtLocation(node.property)))
          context.report({ node, messageId: 'open' });
      },
    };
  },
};
