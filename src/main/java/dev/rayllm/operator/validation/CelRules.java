package dev.rayllm.operator.validation;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compiles and evaluates CEL with the part of Kubernetes' libraries that our rules use. */
final class CelRules {

    private final CelCompiler compiler = CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar("self", SimpleType.DYN)
            .addFunctionDeclarations(CelFunctionDecl.newFunctionDeclaration("format", CelOverloadDecl.newMemberOverload(
                    "string_format_list", SimpleType.STRING, SimpleType.STRING, ListType.create(SimpleType.DYN))))
            .build();
    private final CelRuntime runtime = CelRuntimeFactory.standardCelRuntimeBuilder()
            .addFunctionBindings(CelFunctionBinding.from("string_format_list", String.class, List.class, CelRules::format))
            .build();
    private final Map<String, CelRuntime.Program> programs = new HashMap<>();

    /**
     * Evaluates an expression.
     *
     * @throws CelEvaluationException when a value is missing or of another type than the expression takes for granted
     */
    Object evaluate(String expression, Object self) throws CelEvaluationException {
        CelRuntime.Program program = programs.get(expression);
        if (program == null) {
            program = compile(expression);
            programs.put(expression, program);
        }
        return program.eval(Map.of("self", self));
    }

    private CelRuntime.Program compile(String expression) throws CelEvaluationException {
        try {
            return runtime.createProgram(compiler.compile(expression).getAst());
        } catch (CelValidationException e) {
            throw new IllegalStateException("a rule of the CRD does not compile: " + expression + ": " + e.getMessage(), e);
        }
    }

    /** {@code %s} and {@code %d} of Kubernetes' {@code format}, which this library does not have. */
    private static String format(String template, List<?> arguments) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (Object argument : arguments) {
            int at = template.indexOf('%', from);
            if (at < 0) {
                break;
            }
            text.append(template, from, at).append(argument);
            from = at + 2;
        }
        return text.append(template.substring(from)).toString();
    }
}
