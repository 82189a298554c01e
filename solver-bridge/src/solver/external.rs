//! Any solver that reads DIMACS from its standard input and answers in the format of the SAT
//! competitions. It starts anew for each question, and does not tell which assumptions it used.

use super::{Answer, Failure, Limits, SatSolver, Watch, failed};
use rustsat::types::Lit;
use std::collections::HashSet;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How often the process is looked at.
const PERIOD: Duration = Duration::from_millis(5);

pub(super) struct External {
    command: Vec<String>,
    variables: u32,
    /// In DIMACS, without the header.
    clauses: String,
    count: usize,
    model: HashSet<Lit>,
    assumed: Vec<Lit>,
}

impl External {
    pub fn new(command: &[String]) -> Self {
        Self {
            command: command.to_vec(),
            variables: 0,
            clauses: String::new(),
            count: 0,
            model: HashSet::new(),
            assumed: Vec::new(),
        }
    }

    fn problem(&self, assumptions: &[Lit]) -> String {
        let count = self.count + assumptions.len();
        let mut text = format!("p cnf {} {count}\n", self.variables);
        text.push_str(&self.clauses);
        for literal in assumptions {
            text.push_str(&format!("{} 0\n", literal.to_ipasir()));
        }
        text
    }

    fn start(&self) -> Result<Child, Failure> {
        let (program, arguments) = self
            .command
            .split_first()
            .ok_or_else(|| failed("no command given"))?;
        Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(format!("cannot run `{program}`: {error}")))
    }

    /// Reads an answer; `None` if there is none in it.
    fn read(&mut self, output: &str) -> Result<Option<Answer>, Failure> {
        let mut answer = None;
        self.model.clear();
        for line in output.lines() {
            if let Some(status) = line.strip_prefix("s ") {
                answer = match status.trim() {
                    "SATISFIABLE" => Some(Answer::Sat),
                    "UNSATISFIABLE" => Some(Answer::Unsat),
                    // It has limits of its own.
                    "UNKNOWN" => Some(Answer::Interrupted),
                    _ => None,
                };
            } else if let Some(values) = line.strip_prefix("v ") {
                for value in values.split_whitespace().filter(|value| *value != "0") {
                    let number = value.parse().map_err(failed)?;
                    self.model.insert(Lit::from_ipasir(number).map_err(failed)?);
                }
            }
        }
        Ok(answer)
    }
}

impl SatSolver for External {
    fn name(&self) -> String {
        self.command.join(" ")
    }

    fn reserve(&mut self, count: u32) -> Result<(), Failure> {
        self.variables = self.variables.max(count);
        Ok(())
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Failure> {
        for literal in clause {
            self.clauses.push_str(&format!("{} ", literal.to_ipasir()));
        }
        self.clauses.push_str("0\n");
        self.count += 1;
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer, Failure> {
        let watch = Watch::new(limits);
        let problem = self.problem(assumptions);
        self.assumed = assumptions.to_vec();
        let mut child = self.start()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (output, stopped) = std::thread::scope(|scope| {
            scope.spawn(move || {
                // A solver that has seen enough may close its input; its answer is what counts.
                let _ = stdin.map(|pipe| BufWriter::new(pipe).write_all(problem.as_bytes()));
            });
            let reader = scope.spawn(move || {
                let mut text = String::new();
                stdout
                    .map(|mut pipe| pipe.read_to_string(&mut text))
                    .transpose()
                    .map(|_| text)
            });
            let mut stopped = false;
            while !reader.is_finished() {
                let over = || watch.is_late() || watch.is_too_much(|| resident(child.id()));
                if !stopped && over() {
                    stopped = true;
                    // It may have ended by itself in the meantime.
                    let _ = child.kill();
                }
                std::thread::sleep(PERIOD);
            }
            let output = reader
                .join()
                .map_err(|_| failed("its output could not be read"));
            (output, stopped)
        });
        let status = child.wait().map_err(failed)?;
        if stopped {
            return Ok(Answer::Interrupted);
        }
        let output = output?.map_err(failed)?;
        match self.read(&output)? {
            Some(answer) => Ok(answer),
            None => Err(failed(format!("no answer, {status}"))),
        }
    }

    fn value(&self, literal: Lit) -> Result<bool, Failure> {
        Ok(self.model.contains(&literal))
    }

    fn core(&mut self) -> Result<Vec<Lit>, Failure> {
        Ok(self.assumed.clone())
    }

    fn conflicts(&self) -> u64 {
        0
    }
}

/// Whether a program can be found, by its path or among those of `PATH`.
pub(super) fn is_program(name: &str) -> bool {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return path.is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let suffix = std::env::consts::EXE_SUFFIX;
    std::env::split_paths(&folders).any(|folder| {
        folder.join(name).is_file() || folder.join(format!("{name}{suffix}")).is_file()
    })
}

/// The resident memory of another process in bytes, where the system tells.
fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
