//! Type-checks every function of a crate, given its root file, and says what is not understood.

use lowering::front::{Front, Stop};
use lowering::source::{PackageInput, RealFiles};
use lowering::typeck::{Package, on_deep_stack};

fn main() {
    let quiet = std::env::args().any(|arg| arg == "-q");
    for root in std::env::args().skip(1).filter(|arg| arg != "-q") {
        on_deep_stack(|| check(&root, quiet));
    }
}

fn check(root: &str, quiet: bool) {
    let input = PackageInput {
        name: root.into(),
        root: root.into(),
        features: vec!["std".into(), "alloc".into(), "default".into()],
        ..PackageInput::default()
    };
    let started = std::time::Instant::now();
    let package = match Package::load(&input, &RealFiles) {
        Ok(package) => package,
        Err(diagnostics) => {
            for diagnostic in diagnostics {
                println!("{root}: {}: {}", diagnostic.code, diagnostic.message);
            }
            return;
        }
    };
    let loaded = started.elapsed();
    let (mut good, mut bad) = (0, 0);
    for function in package.functions() {
        let instance = package.identity(function.def);
        let mut problems = Vec::new();
        let mut note = |what: &str, stop: Stop| match stop {
            Stop::Unsupported(list) => {
                for unsupported in list {
                    let at = package.sources().start(unsupported.span);
                    let file = &package.sources().file(unsupported.span.file).path;
                    problems.push(format!(
                        "{what}: {file}:{}:{} unsupported {}",
                        at.line, at.column, unsupported.construct
                    ));
                }
            }
            Stop::Mistake(list) => {
                for diagnostic in list {
                    let at = package.sources().start(diagnostic.primary.span);
                    problems.push(format!(
                        "{what}: {}:{} {} {} {:?}",
                        at.line, at.column, diagnostic.code, diagnostic.message, diagnostic.help
                    ));
                }
            }
        };
        let lowered = std::env::var_os("LOWER").is_some();
        if lowered {
            let result = if function.checked {
                lowering::lower::lower_function(&package, function.def).map(|_| ())
            } else {
                lowering::lower::lower_only(&package, function.def).map(|_| ())
            };
            if let Err(stop) = result {
                note("lower", stop);
            }
        } else if let Err(stop) = package.body(&instance) {
            note("body", stop);
        }
        match package.contract(function.def) {
            Ok(contract) => {
                for clause in &contract.clauses {
                    if let Err(stop) = package.clause(&instance, clause.id) {
                        note("clause", stop);
                    }
                }
            }
            Err(stop) => note("contract", stop),
        }
        if let Ok(signature) = package.signature(&instance) {
            for param in &signature.params {
                if let Err(stop) = package.invariants(&peel(&param.ty)) {
                    note("invariant", stop);
                }
            }
        }
        if problems.is_empty() {
            good += 1;
            if !quiet {
                println!("ok   {} ({})", function.path, function.why);
            }
        } else {
            bad += 1;
            for problem in problems {
                println!("FAIL {} {problem}", function.path);
            }
        }
    }
    println!(
        "{root}: {good} ok, {bad} not; load {loaded:?}, all {:?}",
        started.elapsed()
    );
}

fn peel(ty: &lowering::ty::Ty) -> lowering::ty::Ty {
    match &**ty {
        lowering::ty::TyKind::Ref { to, .. } => peel(to),
        _ => ty.clone(),
    }
}
